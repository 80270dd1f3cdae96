/** An archive that is not to be trusted, in a sentence: another key's, cut off, changed, or none at all. */
export class DamagedArchive extends Error {
  constructor(message: string, options?: ErrorOptions) {
    super(message, options)
    this.name = 'DamagedArchive'
  }
}
