/** A query for the keys of all files that documents reference. */
export const referencedFiles = 'select file from document'
