/** How long an owner can confirm a new email address with the link in the email. */
export const EMAIL_CHANGE_LIFE_HOURS = 24

/** How long the former address of an account can take back a change. */
export const EMAIL_REVERT_LIFE_DAYS = 7
