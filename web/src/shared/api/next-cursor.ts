/** The cursor of the page that a `Link: <…?cursor=…>; rel="next"` header names; undefined on the last page. */
export function nextCursor(link: string | null): string | undefined {
  const address = link?.match(/<([^>]*)>;\s*rel="next"/)?.[1]
  return (address && new URLSearchParams(address.split('?')[1]).get('cursor')) || undefined
}
