export function SafeHtml({ html }: { html: string }) {
  return <div>{new DOMParser().parseFromString(html, 'text/html').body.textContent}</div>;
}
