interface ImportMetaEnv {
  /** The year of the build. */
  readonly BUILT_YEAR: number
  /** The version in `package.json` of the root folder. */
  readonly APP_VERSION: string
}

/** Articles as imported by `articles-plugin.ts`: the front matter, or with `?body` the text as HTML. */
declare module '*.md' {
  const facts: import('../read-article.ts').ArticleFacts
  export default facts
}

declare module '*.md?body' {
  const html: string
  export default html
}
