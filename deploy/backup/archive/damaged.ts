/** Error for an archive that cannot be used: wrong key, incomplete, changed, or not a backup. The message is for the operator. */
export class DamagedArchive extends Error {
  constructor(message: string, options?: ErrorOptions) {
    super(message, options)
    this.name = 'DamagedArchive'
  }
}
