interface ImportMetaEnv {
  /** The year of the build, put in by it. */
  readonly BUILT_YEAR: number
}
