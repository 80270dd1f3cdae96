export const referencedFiles = `
  select file from document
  union all select file from photo
  union all select display from photo
  union all select thumbnail from photo`
