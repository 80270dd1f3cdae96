/** Maximum length of a word. Longer texts are not normalized, because this takes quadratic time for a sequence of combining marks. */
const MAX_WORD_LENGTH = 100

/** Returns a word in lower case without diacritics, spaces and punctuation, or '' if the text is too long for a word. İ and ı become i. */
export function normalizeWord(text: string): string {
  const trimmed = text.trim()
  if (trimmed.length > MAX_WORD_LENGTH) return ''
  return trimmed
    .normalize('NFKD')
    .toLowerCase()
    .replaceAll('ı', 'i')
    .replace(/[^\p{L}\p{N}]/gu, '')
}

type Words<T extends string> = Readonly<Record<T, string>>

function meaningOf<T extends string>(words: Words<T>): (text: string) => T | undefined {
  const meanings = new Map<string, T>()
  for (const [meaning, list] of Object.entries<string>(words)) {
    for (const word of [meaning, ...list.split(' ')]) meanings.set(normalizeWord(word), meaning as T)
  }
  return (text) => meanings.get(normalizeWord(text))
}

export const parseStage = meaningOf({
  Lead: 'leads prospect prospects interested interessent interesse prospecto prospect interessado potentiel potenziale',
  Customer: 'customers client clients kunde kundin kunden cliente clientes clienti klant klanten müşteri klient kund',
  Lost: 'closed-lost dead inactive verloren perdido perdida perdu perdue perso persa verlies kayıp',
} as const)

const yesOrNo = meaningOf({
  Yes: 'y true 1 x on ok ja j si sì sí s oui o sim evet tak da subscribed opt-in optin active',
  No: 'n false 0 off nein non não nao nee nej hayır nie unsubscribed opt-out optout',
} as const)

export const parseSubscription = (text: string): 'Yes' | 'No' | undefined => (/^[✓✔☑]\uFE0F?$/u.test(text.trim()) ? 'Yes' : yesOrNo(text))
