/** Upper-case letters and digits without similar-looking characters (no 0/O, 1/I/L, 2/Z, 5/S, 8/B, U/V). */
export const RESET_CODE_ALPHABET = 'ACDEFGHJKMNPQRTWXY34679'
export const RESET_CODE_LENGTH = 5
export const RESET_CODE_INVALID = 'Please enter a valid 5-digit OTP'

export const normalizeResetCode = (value: string): string => value.trim().toUpperCase()
