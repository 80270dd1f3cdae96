/** Logger methods that the parts of the local run use. A pino logger has these methods. */
export interface PartLog {
  info(message: string): void
  warn(message: string): void
}
