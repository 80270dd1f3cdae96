/** The admin's password in the local run. Production rejects this password. */
export const LOCAL_ADMIN_PASSWORD = 'palmetto-admin-1!A'
