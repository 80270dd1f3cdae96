/** What the local run signs its admin in with. It is printed there, so production refuses it. */
export const LOCAL_ADMIN_PASSWORD = 'palmetto-admin-1!A'
