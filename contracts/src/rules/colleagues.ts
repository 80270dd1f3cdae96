import { isBlank } from './blank.ts'
/** Maximum number of colleagues of a company: invited and accepted ones together. */
export const COLLEAGUES_MAX = 5

/** `decide`: the colleague may approve previews and refer them back. `look`: the colleague only sees them. */
export const colleagueRights = ['decide', 'look'] as const
export type ColleagueRight = (typeof colleagueRights)[number]

/**
 * `invited`: the colleague has not accepted the invitation yet, and gets no other emails. `active`: the colleague gets review links.
 * `left`: the colleague refused the invitation, or stopped the emails later. `removed`: the owner removed the colleague.
 */
export const colleagueStates = ['invited', 'active', 'left', 'removed'] as const
export type ColleagueState = (typeof colleagueStates)[number]

/** A company may send at most this many invitations in 24 hours. */
export const INVITATIONS_PER_DAY = 5
/** An invitation expires after this many days. A company emails an address at most one invitation in this time. */
export const INVITATION_DAYS = 30

/** A colleague who left can ask the owner to come back for this many days. */
export const RETURN_DAYS = 180
/** Maximum number of colleagues who left in the list of a company. A company with a full list cannot invite anyone. */
export const LEFT_MAX = 100

/** Maximum length of a colleague's name, in characters. */
export const COLLEAGUE_NAME_MAX = 60
export const COLLEAGUE_NAME_INVALID = 'Please enter a name without numbers, web addresses or email addresses'

const nameCharacters = /^[\p{L}\p{M} '’.,-]+$/u
/** A dot between two letters, as in a web address. In a name, a space follows each dot. */
const dotInWord = /\.[\p{L}\p{M}]/u

/** Whether the text can be the name of a person. Rejects digits, web addresses and email addresses. */
export const isColleagueName = (name: string): boolean =>
  name.length <= COLLEAGUE_NAME_MAX && !isBlank(name) && /\p{L}/u.test(name) && nameCharacters.test(name) && !dotInWord.test(name)

/** Maximum length of a company name in an invitation, in characters. */
const INVITER_NAME_MAX = 60
/** A company name with this many digits may contain a phone number, or the short number of a text message. */
const DIGITS_OF_PHONE = 5
/** A dot inside of a web address, for example in उदाहरण.भारत. Browsers read the ideographic full stop as a dot. */
const domain = /[\p{L}\p{M}\p{N}][.。][\p{L}\p{M}]{2}/u
/** Characters that a shown company name does not contain, for example control characters, quotation marks and emojis. */
const notPlain = /[^\p{L}\p{M}\p{N}&'’.,()/+-]+/gu

/**
 * Returns the name of a company for a person who has not agreed to get emails from this company: in plain characters, and shortened to 60
 * characters. Undefined if the name looks like a web address, an email address or a phone number. Show the result only as a labeled fact
 * in quotation marks, never in a sentence or subject: a name such as "Your account is locked" must not look like the words of the product.
 */
export function inviterName(companyName: string): string | undefined {
  // Replaces variants of characters, such as a full-width dot, by the usual characters.
  const plain = companyName.normalize('NFKC')
  const looksLikeAddress = plain.includes('@') || plain.includes('//') || domain.test(plain)
  const digits = plain.replaceAll(/\P{Nd}/gu, '').length
  if (looksLikeAddress || digits >= DIGITS_OF_PHONE) return undefined
  const name = Array.from(plain.replaceAll(notPlain, ' ').trim())
  if (isBlank(name.join('')) || !name.some((character) => /[\p{L}\p{N}]/u.test(character))) return undefined
  return name.length <= INVITER_NAME_MAX
    ? name.join('')
    : `${name
        .slice(0, INVITER_NAME_MAX - 1)
        .join('')
        .trimEnd()}…`
}
