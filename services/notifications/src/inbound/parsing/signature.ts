/** A signature has at most this many lines, each with at most this many characters. */
const SIGNATURE_LINES = 8
const LINE_MAX = 120

/** The delimiter of signatures (RFC 3676 §4.3). Without the space, the line can be text. */
const DELIMITER = '-- '

const MOBILE_SIGNATURE_MAX = 120

/** Beginnings of the lines that email apps add to emails. */
const mobileVerbs = [
  ...['sent from', 'sent with', 'sent via', 'sent using', 'get outlook', 'yahoo mail:', 'von meinem', 'gesendet', 'outlook für'],
  ...['diese nachricht wurde von', 'holen sie sich outlook', 'envoyé', 'télécharger outlook', 'obtenez outlook', 'enviado'],
  ...['obtener outlook', 'obtén outlook'],
  ...['obter o outlook', 'obtenha o outlook', 'inviato', 'scarica outlook', 'ottieni outlook', 'verzonden', 'verstuurd', 'outlook voor'],
  ...['download outlook', 'sendt fra', 'skickat', 'skickades', 'hent outlook', 'hämta outlook', 'lähetetty', 'hanki outlook', 'wysłan'],
  ...['pobierz', 'отправлено', 'iphoneから', 'ipadから', '发自', '發自', '나의'],
]
const mobilePrograms = [
  ...['iphone', 'ipad', 'android', 'outlook', 'yahoo', 'proton', 'gmail', 'samsung', 'galaxy', 'huawei', 'xiaomi', 'pixel', 'blackberry'],
  ...['windows', 'smartphone', 'mobile', 'phone', 'handy', 'tablet', 'telefon', 'telefoon', 'telefone', 'teléfono', 'móvil', 'celular'],
  ...['spark', 'aol', 'fastmail', 'macbook', 'my mac', 'gmx', 'web.de', 'mail.ru', 'mail app'],
]

/** Whether an email app wrote this line, for example `Sent from my iPhone`. */
function isMobileSignature(line: string): boolean {
  const text = line.trim().toLowerCase()
  return (
    text.length <= MOBILE_SIGNATURE_MAX &&
    mobileVerbs.some((verb) => text.startsWith(verb)) &&
    mobilePrograms.some((program) => text.includes(program))
  )
}

const wordsOf = (text: string): string[] => text.toLowerCase().match(/\p{L}{2,}/gu) ?? []

/** Whether these lines look like the signature of the sender: they contain a word of the sender's name or address, or contact details. */
function looksLikeSignature(lines: readonly string[], from: string): boolean {
  const filled = lines.filter((line) => line.trim() !== '')
  if (filled.length > SIGNATURE_LINES || filled.some((line) => line.length > LINE_MAX)) return false
  const names = new Set(wordsOf(from))
  const text = filled.join('\n')
  return wordsOf(text).some((word) => names.has(word)) || /@\w|www\.|https?:|\d{3}[ ./-]\d{3}/i.test(text)
}

/**
 * Removes the signature at the end of a text, and lines that email apps add. `null` stands for removed quoted lines. In doubt, the lines
 * stay: text below quoted lines is not a signature, and a line `--` without a space is text.
 */
export function withoutSignature(lines: readonly (string | null)[], from: string): (string | null)[] {
  const kept = [...lines]
  const dropEnd = () => {
    while (kept.length > 0 && (!kept.at(-1)?.trim() || isMobileSignature(kept.at(-1) ?? ''))) kept.pop()
  }
  dropEnd()
  const delimiter = kept.lastIndexOf(DELIMITER)
  const signature = delimiter < 0 ? [] : kept.slice(delimiter + 1)
  const texts = signature.filter((line) => line !== null)
  if (delimiter >= 0 && texts.length === signature.length && looksLikeSignature(texts, from)) kept.length = delimiter
  dropEnd()
  return kept
}
