interface ImportMetaEnv {
  readonly BUILT_YEAR: number
  /** The version in the `package.json` of the root folder. */
  readonly APP_VERSION: string
}

/** Articles as `articles-plugin.ts` imports them: the front matter, or with `?body` the text as HTML. */
declare module '*.md' {
  const facts: import('../read-article.ts').ArticleFacts
  export default facts
}

declare module '*.md?body' {
  const html: string
  export default html
}

/** The runbooks of `docs/operations.md` as HTML, by the name of their alert. See `runbooks-plugin.ts`. */
declare module 'virtual:runbooks' {
  const runbooks: Readonly<Record<string, string>>
  export default runbooks
}
