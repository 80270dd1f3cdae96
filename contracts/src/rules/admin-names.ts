/** The name of an admin who has not set one. */
export const ADMIN_NAME_DEFAULT = 'Admin'

/** Maximum length of an admin's name. */
export const ADMIN_NAME_MAX = 100
