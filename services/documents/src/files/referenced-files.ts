export const referencedFiles = 'select file from document'
