/** What a part of the local run needs of a logger; pino's satisfies it. */
export interface PartLog {
  info(message: string): void
  warn(message: string): void
}
