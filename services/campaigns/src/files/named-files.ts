/** The keys of all files that steps and mails name. */
export const namedFiles = 'select attachment from step union all select image from dispatch'
