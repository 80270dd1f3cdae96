/** One of the articles, by its address. */
export default function ArticlePage() {
  return <h1>Article</h1>
}
