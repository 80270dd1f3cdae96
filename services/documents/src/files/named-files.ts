/** The keys of all files that documents name. */
export const namedFiles = 'select file from document'
