/** A query for the keys of all files that steps and compiled emails reference. */
export const referencedFiles = 'select attachment from step union all select image from dispatch'
