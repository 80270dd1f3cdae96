/** Password of the admin in the local run, which prints it. Production rejects this password. */
export const LOCAL_ADMIN_PASSWORD = 'palmetto-admin-1!A'
