/**
 * The contract in TypeScript: from the server's document (`gx-portal openapi`) the types of everything on the wire and the
 * enumerations with their labels: `node contract.mjs FILE`. What is written is committed, because the front end is built
 * before the server.
 */
import { readFileSync, writeFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import openapiTS, { astToString } from 'openapi-typescript';

const HEAD = '// Made by packaging/contract. Do not edit.\n';
const folder = fileURLToPath(new URL('../src/api/generated/', import.meta.url));

/** A line for each path and each type, so that a change shows as what it is. */
export function documentText(document) {
  const lines = (map) =>
    Object.entries(map)
      .map(([name, value]) => `${JSON.stringify(name)}:${JSON.stringify(value)}`)
      .join(',\n');
  const { paths, components, ...head } = document;
  const { schemas, ...others } = components;
  return `${JSON.stringify(head).slice(0, -1)},
"paths":{
${lines(paths)}
},
"components":${JSON.stringify(others).slice(0, -1)},"schemas":{
${lines(schemas)}
}}}
`;
}

/** What a type in TypeScript does not say. */
const UNSAID = new Set(['format', 'minimum', 'maximum', 'default', 'title']);

function lean(value) {
  if (Array.isArray(value)) return value.map(lean);
  if (typeof value !== 'object' || value === null) return value;
  const told = Object.entries(value).filter(([key, inner]) => !UNSAID.has(key) || inner?.constructor === Object);
  return Object.fromEntries(told.map(([key, inner]) => [key, lean(inner)]));
}

const inJson = (holder) => holder?.content?.['application/json']?.schema;

/** What a route answers when it does not refuse: refusals are thrown by the client, so no page sees one. */
function answerOf({ 200: done, 302: led }) {
  if (led) return { type: 'null' };
  const [answer] = inJson(done)?.oneOf ?? Object.values(done.content).map(({ schema }) => schema);
  const { allOf: [envelope, ...others] = [answer] } = answer;
  return others.length > 0 ? { allOf: [untold(envelope), ...others] } : untold(answer);
}

/** The envelope without its words and the code, which are the same everywhere. */
function untold({ properties, ...shape }) {
  const bare = ([name, { description: _, const: __, ...property }]) => [name, property];
  return properties ? { ...shape, properties: Object.fromEntries(Object.entries(properties).map(bare)) } : shape;
}

/** A route as one type: what it may be asked with, what it takes, what it answers. */
function routeShape({ parameters, requestBody, responses }) {
  const query = parameters
    .filter((given) => given.in === 'query')
    .map(({ name, schema, description }) => [name, { ...schema, description }]);
  const body = inJson(requestBody);
  const properties = {
    ...(query.length > 0 && { query: { type: 'object', properties: Object.fromEntries(query) } }),
    ...(body && { body }),
    answer: answerOf(responses),
  };
  return { type: 'object', properties, required: Object.keys(properties) };
}

export async function typesText({ paths, components: { schemas }, ...head }) {
  const routes = Object.entries(paths).flatMap(([path, methods]) =>
    Object.entries(methods).map(([method, route]) => [`${method.toUpperCase()} ${path}`, routeShape(route)]),
  );
  const shapes = Object.fromEntries(routes);
  const document = lean({ ...head, paths: {}, components: { schemas: { ...schemas, ...shapes } } });
  const [, text] = astToString(await openapiTS(document)).split(/^(?=export interface components )/m);
  return `${HEAD}${text.slice(0, text.indexOf('\n}\n'))}\n}\n`;
}

const quoted = (text) => (typeof text === 'string' ? `'${text}'` : String(text));

/** Every enumeration: its values by name, and what people call them. */
export function enumsText({ components }) {
  const known = Object.entries(components.schemas).filter(([, shape]) => shape['x-labels']);
  const parts = known.map(([name, shape]) => {
    const [values, names, labels] = [shape.enum, shape['x-enum-varnames'], shape['x-labels']];
    const pairs = values.map((value, at) => `  ${names[at]}: ${quoted(value)},\n`).join('');
    const told = values.map((value, at) => `  [${quoted(value)}, '${labels[at]}'],\n`).join('');
    return `\nexport const ${name} = {\n${pairs}} as const;\nexport const ${name}Labels = [\n${told}] as const;\n`;
  });
  return `${HEAD}${parts.join('')}`;
}

export async function generated(document) {
  return {
    'openapi.json': documentText(document),
    'schema.d.ts': await typesText(document),
    'enums.ts': enumsText(document),
  };
}

export const committed = (name) => readFileSync(folder + name, 'utf8');

if (process.argv[1] === fileURLToPath(import.meta.url)) {
  const document = JSON.parse(readFileSync(process.argv[2], 'utf8'));
  for (const [name, text] of Object.entries(await generated(document))) writeFileSync(folder + name, text);
}
