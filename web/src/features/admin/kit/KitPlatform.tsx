import { formatNumber } from '@app/contracts/format/numbers.ts'
import type { PostingKit } from '@app/contracts/http/posting-kit.ts'
import { platformNames } from '@app/contracts/rules/task-status.ts'
import { CircleAlert, ExternalLink as OpensElsewhere } from 'lucide-react'
import { useId } from 'react'
import { CopyButton } from '../../../shared/ui/CopyButton.tsx'
import { ExternalButton } from '../../../shared/ui/ExternalLink.tsx'
import styles from './PostingKit.module.css'

type Kit = PostingKit['platforms'][number]
type Text = Kit['texts'][number]

/** The texts of a post for one network with their lengths, what the network would refuse, and a link to the page on which people post. */
export function KitPlatform({ kit: { platform, texts, hashtags, warnings, composerUrl, containsText } }: { kit: Kit }) {
  const name = platformNames[platform]
  return (
    <div className={styles.platform}>
      {warnings.length > 0 && (
        <ul className={styles.warnings} aria-label={`${name}: check before you post`}>
          {warnings.map((warning) => (
            <li key={warning}>
              <CircleAlert aria-hidden="true" />
              {warning}
            </li>
          ))}
        </ul>
      )}
      {texts.map((text) => (
        <KitText key={text.part} text={text} network={name} />
      ))}
      {hashtags.count > 0 && <p className={styles.note}>{hashtagsInWords(hashtags)}</p>}
      {composerUrl && (
        <div className={styles.composer}>
          <ExternalButton href={composerUrl}>
            Open {name}
            <OpensElsewhere aria-hidden="true" />
          </ExternalButton>
          <p className={styles.note}>
            {containsText ? 'The text is already there. Add the files.' : 'Copy the text first, then paste it there and add the files.'}
          </p>
        </div>
      )}
    </div>
  )
}

function hashtagsInWords({ count, max }: Kit['hashtags']): string {
  const counted = count === 1 ? '1 hashtag' : `${formatNumber(count)} hashtags`
  return max === null ? counted : `${counted}, at most ${formatNumber(max)}`
}

const labels: Readonly<Record<Text['part'], string>> = { title: 'Title', text: 'Text' }

function KitText({ text: { part, text, length, max }, network }: { text: Text; network: string }) {
  const labelId = useId()
  const over = max === null ? 0 : length - max
  if (!text) return <p className={styles.note}>This preview has no {part}.</p>
  return (
    <div className={styles.text}>
      <p className={styles.label}>
        <span id={labelId}>{labels[part]}</span>
        <span className={styles.length} data-over={over > 0 || undefined}>
          {over > 0 && <CircleAlert aria-hidden="true" />}
          {formatNumber(length)}
          {max === null ? ' characters' : ` of ${formatNumber(max)}`}
          {over > 0 && `, ${formatNumber(over)} too many`}
        </span>
      </p>
      {/* biome-ignore lint/a11y/noNoninteractiveTabindex: the keyboard must reach a text that scrolls */}
      <section className={styles.words} aria-labelledby={labelId} tabIndex={0}>
        {text}
      </section>
      <CopyButton text={text}>
        Copy {part} <span className="visually-hidden">for {network}</span>
      </CopyButton>
    </div>
  )
}
