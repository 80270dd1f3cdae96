/** Toasts on the sign-in page go away sooner than elsewhere. */
export const LOGIN_TOAST = { autoClose: 800 }
