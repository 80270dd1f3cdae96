/** The archive cannot be used: the key is wrong, or the file is incomplete, changed or not a backup. The command prints the message. */
export class DamagedArchive extends Error {
  constructor(message: string, options?: ErrorOptions) {
    super(message, options)
    this.name = 'DamagedArchive'
  }
}
