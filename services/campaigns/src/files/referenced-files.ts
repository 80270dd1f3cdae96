export const referencedFiles = 'select attachment from step union all select image from dispatch'
