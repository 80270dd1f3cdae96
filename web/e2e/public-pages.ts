/** Returns the URLs of all public pages, from the sitemap of a running product. */
export async function publicPages(origin: string): Promise<string[]> {
  const response = await fetch(`${origin}/sitemap.xml`)
  const pages = [...(await response.text()).matchAll(/<loc>([^<]+)<\/loc>/g)].map(([, address = '']) => address)
  if (pages.length === 0) throw new Error('The sitemap lists no pages')
  return pages
}
