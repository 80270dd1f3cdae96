/** Pictures that profiles show. */
export const COMPANY_FILES = 'public/company/'
/** Uploads by signed address that no profile has taken over yet, by owner. */
export const INCOMING_FILES = 'private/incoming/'
