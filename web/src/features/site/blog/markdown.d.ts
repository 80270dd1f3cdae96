/** Articles as the build makes them: their facts, and with ?body their text as HTML. */
declare module '*.md' {
  const facts: import('./article-facts.ts').ArticleFacts
  export default facts
}

declare module '*.md?body' {
  const html: string
  export default html
}
