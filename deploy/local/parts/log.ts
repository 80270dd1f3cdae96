/** The logger methods that the parts of the local run use. A pino logger has them. */
export interface PartLog {
  info(message: string): void
  warn(message: string): void
}
