/** The person turned back before a form was sent: it stays as it is, and nothing is said. */
export class NotSent extends Error {}
