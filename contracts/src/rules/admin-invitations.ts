/** Maximum number of invitations of admins that are open at a time. */
export const OPEN_ADMIN_INVITATIONS_MAX = 20

/** After this time, an invitation can no longer be accepted. */
export const ADMIN_INVITATION_LIFE_HOURS = 48
