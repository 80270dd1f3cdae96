/** SQL query for the keys of all files to which documents refer. */
export const referencedFiles = 'select file from document'
