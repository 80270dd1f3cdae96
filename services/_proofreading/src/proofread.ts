import { recordOf } from '@app/contracts/primitives.ts'
import { briefLimits, briefTexts } from '@app/contracts/rules/brief.ts'
import { mergePartsOf } from '@app/contracts/rules/merge-fields.ts'
import { comparableWords, FINDINGS_MAX, type FindingKind } from '@app/contracts/rules/proofreading.ts'
import { checkBrief } from './checks/brief.ts'
import { checkContacts } from './checks/contacts.ts'
import { checkDates } from './checks/dates.ts'
import { checkFacts } from './checks/facts.ts'
import { checkNames } from './checks/names.ts'
import { checkAlternativeTexts, checkCodecs, checkPlatforms } from './checks/platforms.ts'
import { checkDoubledWords, checkPlaceholders, checkSpelling, knownWords, textsOfContext } from './checks/spelling.ts'
import { type Found, type Passage, passageOfText, passagesOfBrief, passagesOfFiles } from './passages.ts'
import { checkBrandColors } from './pictures/check-brand-colors.ts'
import { checkContrast } from './pictures/check-contrast.ts'
import { checkLogo } from './pictures/check-logo.ts'
import { checkRepeatedPicture } from './pictures/check-repeated-picture.ts'
import type { Accepted, CampaignStep, CheckedBrief, CheckedCompany, Context, Finding, Place, ReadFile, Subject } from './types.ts'

/** Whether two findings are about the same characters, or the same words of a file. */
const overlap = (one: Place, other: Place): boolean => {
  if (one.in === 'file' && other.in === 'file') return one.boxes.some((box) => other.boxes.includes(box))
  if (one.in === 'file' || other.in === 'file') return false
  return one.in === other.in && one.from < other.to && one.to > other.from
}

/** How words look, not what they say. */
export const looks: ReadonlySet<FindingKind> = new Set(['contrast', 'cropped-text'])

/** Whether a finding repeats another one. Findings about the whole caption or file leave room for others at the same place. */
const isCoveredBy = (one: Finding, other: Finding): boolean =>
  one.words !== '' && other.words !== '' && looks.has(one.kind) === looks.has(other.kind) && overlap(one.place, other.place)

/** Removes accepted findings and all but the first about the same fact or words. Those that are sure come first. */
export function tidy(found: readonly Found[], accepted: readonly Accepted[]): Finding[] {
  const right = new Set(accepted.map(({ kind, words }) => `${kind} ${comparableWords(words)}`))
  const open = found.filter(({ kind, words }) => words === '' || !right.has(`${kind} ${comparableWords(words)}`))
  const sorted = [...open.filter(({ certainty }) => certainty === 'sure'), ...open.filter(({ certainty }) => certainty === 'likely')]
  const facts = new Set<string>()
  const kept: Finding[] = []
  for (const { facts: about, evidence: _, right: __, ...finding } of sorted) {
    const isRepeated = about.some((fact) => facts.has(fact))
    const isCovered = kept.some((other) => isCoveredBy(finding, other))
    for (const fact of about) facts.add(fact)
    if (!isRepeated && !isCovered) kept.push(finding)
  }
  return kept.slice(0, FINDINGS_MAX)
}

/** Returns the passages in English. A text that is too short to tell is in the language of the others. */
function englishOf(passages: readonly Passage[]): Passage[] {
  const languages = new Set(passages.map(({ language }) => language))
  const isForeign = languages.has('other') && !languages.has('english')
  return passages.filter(({ language }) => language === 'english' || (language === 'unknown' && !isForeign))
}

/** Checks of single texts, which previews and campaigns share. The order decides which finding about the same words stays. */
function checkTexts(
  passages: readonly Passage[],
  brief: Passage,
  headline: string,
  context: Context,
  isField?: (text: string) => boolean,
): Found[] {
  const english = englishOf(passages)
  return [
    ...checkPlaceholders(english, isField),
    ...checkContacts(passages, context.company, brief.text),
    ...checkNames(english, context.company, headline),
    ...checkDoubledWords(english),
    ...checkSpelling(english, knownWords([...textsOfContext(context), brief.text])),
  ]
}

/** Checks of how pictures look, which previews and campaigns share. Frames of videos fade, and move. */
function checkLooks(files: readonly ReadFile[], { colors }: CheckedCompany): Found[] {
  const pictures = files.filter(({ kind }) => kind === 'image')
  return [...pictures.flatMap(checkContrast), ...checkBrandColors(pictures, colors)]
}

/** Returns a brief whose texts are no longer than forms allow. */
const boundedBrief = (brief: CheckedBrief): CheckedBrief => ({
  ...brief,
  ...recordOf(briefTexts, (name) => brief[name].slice(0, briefLimits[name])),
})

/** Returns everything that may be wrong in a preview. */
export function proofread(subject: Subject): Found[] {
  const { files } = subject
  const brief = boundedBrief(subject.brief)
  const caption = passageOfText('caption', subject.caption)
  const designs = passagesOfFiles(files)
  const passages = [caption, ...designs]
  const asked = passagesOfBrief(brief)
  const near = brief.targetPostingDate ?? subject.today
  return [
    ...checkDates(passages, near, brief.targetPostingDate === null ? undefined : 'posting date'),
    ...checkFacts([caption], designs, asked, near),
    ...checkTexts(passages, asked.whole, brief.headline, subject),
    ...checkBrief({ ...subject, brief }, caption, passages),
    ...checkPlatforms(brief.platforms, { title: brief.title, caption, files }),
    ...checkCodecs(files),
    ...checkAlternativeTexts(files),
    ...checkLooks(files, subject.company),
    ...checkLogo(files, [subject.company.companyName, subject.company.dba]),
    ...files.filter(({ kind }) => kind === 'image').flatMap((file) => checkRepeatedPicture(file, subject.earlierPictures)),
  ]
}

/** Whether a text in braces is a field that the email fills in. */
const isMergeField = (text: string): boolean => mergePartsOf(text).some((part) => 'column' in part)

/** Returns everything that may be wrong in a step of a campaign. */
export function proofreadCampaign(step: CampaignStep): Found[] {
  const texts = [passageOfText('subject', step.subject), passageOfText('body', step.body)]
  const designs = passagesOfFiles(step.files)
  const passages = [...texts, ...designs]
  const near = step.date ?? step.today
  const none: Passage = passageOfText('body', '')
  return [
    ...checkDates(passages, near, step.date === null ? undefined : 'date of the email'),
    ...checkFacts(texts, designs, { content: none, whole: none }, near),
    ...checkTexts(passages, none, '', step, isMergeField),
    ...checkAlternativeTexts(step.files),
    ...checkLooks(step.files, step.company),
  ]
}
