/** Frequent short words of each language. */
const functionWords: Readonly<Record<string, ReadonlySet<string>>> = {
  en: new Set(
    'the and of to is are was you your our we for with this that it at from by be have has will can not all get more what when how out up their they his her its my us or if about just now who than then there here'.split(
      ' ',
    ),
  ),
  es: new Set(
    'la de en un una se el los las y con para por una del que su sus nuestro nuestra está más como este esta hoy tu tus ven muy todo al lo'.split(
      ' ',
    ),
  ),
  fr: new Set(
    'la de en un une le les et avec pour une des du que vous nous votre notre est dans sur au aux cette ce à chez plus nos vos'.split(' '),
  ),
  de: new Set(
    'der die das und mit für eine ein ist wir ihr sie nicht auf von zu den dem bei uns unser unsere jetzt auch im zum zur'.split(' '),
  ),
  pt: new Set(
    'de um uma no na os as e com para uma do da dos das que você nosso nossa está mais como este esta hoje seu sua em não'.split(' '),
  ),
  it: new Set('la di un una il gli e con per del della che nostro nostra è più come questo questa oggi tuo tua di nel alla'.split(' ')),
  nl: new Set('de het en met voor een van dat wij jij ons onze niet op bij naar zijn deze dit vandaag jouw'.split(' ')),
  vi: new Set('và của cho với là những các một này được không chúng tôi bạn trong'.split(' ')),
}

const letters = /\p{L}+/gu
const latin = /\p{Script=Latin}/u

/** Fewer words than this don't show a language, unless they are in another script. */
const WORDS_MIN = 3
/** More words than this don't make the result better. */
const WORDS_MAX = 1000

/** `unknown`: the text is too short to tell. */
export type Language = 'english' | 'other' | 'unknown'

/** Returns the language of a text. Counts the short words that are frequent in each language. */
export function languageOf(text: string): Language {
  const words = [...text.toLowerCase().matchAll(letters)].slice(0, WORDS_MAX).map(([word]) => word)
  const foreign = words.filter((word) => !latin.test(word)).length
  if (foreign * 2 > words.length) return 'other'
  if (words.length < WORDS_MIN) return 'unknown'
  const distinct = [...new Set(words)]
  const countOf = (language: ReadonlySet<string> | undefined): number => distinct.filter((word) => language?.has(word)).length
  const { en, ...others } = functionWords
  const inEnglish = countOf(en)
  const inOthers = Math.max(...Object.values(others).map(countOf))
  if (inOthers >= 2 && inOthers > inEnglish) return 'other'
  return inEnglish > inOthers ? 'english' : 'unknown'
}
