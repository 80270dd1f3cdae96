/** Why an owner should confirm the email address. */
export const WHY_CONFIRM =
  'Confirm your email to approve from your inbox. Until then, our emails show neither your previews nor a button to approve them, and we can’t remind you.'
