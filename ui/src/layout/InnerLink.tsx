/** A page of another system shown inside the frame. */
export function InnerLink({ title, address }: { title: string; address: string }) {
  return <iframe className="inner-link" title={title} src={address} referrerPolicy="no-referrer" />;
}
