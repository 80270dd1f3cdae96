import type { Preview, PreviewFile } from '@app/contracts/http/previews.ts'
import { platformNames } from '@app/contracts/rules/task-status.ts'
import { useState } from 'react'
import { LogoChip } from '../../shared/ui/LogoChip.tsx'
import { altOf, fileLabel, kindNames } from './file-label.ts'
import styles from './NetworkFrame.module.css'
import type { Network } from './network.ts'
import { cutCaption, networkRules, shownRatio } from './network-rules.ts'

interface NetworkFrameProps {
  network: Network
  company: { name: string; logo: string | null }
  preview: Pick<Preview, 'caption' | 'files'>
}

/** Shows a preview as a post in the feed of a network. Pictures are cropped and long captions are cut as in this network. */
export default function NetworkFrame({ network, company, preview: { caption, files } }: NetworkFrameProps) {
  const name = platformNames[network]
  const { isCaptionFirst } = networkRules[network]
  const words = caption && <Caption key={caption} caption={caption} network={network} author={isCaptionFirst ? undefined : company.name} />
  return (
    <div className={styles.frame}>
      <article className={styles.post} aria-label={`Post on ${name}`}>
        <div className={styles.head}>
          <LogoChip name={company.name} src={company.logo} size="small" />
          <div className={styles.author}>
            <p className={styles.name}>{company.name}</p>
            <p className={styles.network}>{name}</p>
          </div>
        </div>
        {isCaptionFirst && words}
        <Media network={network} files={files} />
        {!isCaptionFirst && words}
      </article>
      <p className={styles.note}>
        This is how the post may look. {name} may crop pictures differently. To open videos and PDFs, choose Plain.
      </p>
    </div>
  )
}

interface CaptionProps {
  caption: string
  network: Network
  /** The company's name, if the network shows it before the caption. */
  author: string | undefined
}

function Caption({ caption, network, author }: CaptionProps) {
  const [isWhole, setWhole] = useState(false)
  const beginning = cutCaption(caption, networkRules[network].caption)
  return (
    <p className={styles.caption}>
      {author && <strong>{author} </strong>}
      {isWhole ? caption : (beginning ?? caption)}
      {beginning !== undefined && (
        <>
          {' '}
          <button type="button" className={styles.more} aria-expanded={isWhole} onClick={() => setWhole(!isWhole)}>
            {isWhole ? 'less' : '… more'}
          </button>
        </>
      )}
    </p>
  )
}

function Media({ network, files }: { network: Network; files: readonly PreviewFile[] }) {
  const rules = networkRules[network]
  const [first] = files
  if (!first) return null
  const single = shownRatio(rules, first)
  if (files.length === 1) return <Cell file={first} label={fileLabel(first, 0, 1)} ratio={single} />

  if (rules.several === 'carousel') {
    return (
      // biome-ignore lint/a11y/noNoninteractiveTabindex: the keyboard must reach a scrollable row
      <ul className={styles.carousel} aria-label="Files, swipe or use arrow keys" tabIndex={0}>
        {files.map((file, at) => (
          <li key={file.url} className={styles.slide}>
            <Cell file={file} label={fileLabel(file, at, files.length)} ratio={single} />
            <span className={styles.count} aria-hidden="true">
              {at + 1}/{files.length}
            </span>
          </li>
        ))}
      </ul>
    )
  }

  const { cells, ratio, large } = rules.several
  const shown = files.slice(0, cells)
  const hidden = files.length - shown.length
  // X rejects further files. Facebook and LinkedIn show the number of hidden files on the last cell.
  const isRefused = network === 'platform_x'
  return (
    <>
      <ul className={styles.grid} data-count={shown.length} data-large={large} data-narrow={single < 1} style={{ '--ratio': ratio }}>
        {shown.map((file, at) => (
          <li key={file.url} className={styles.cell}>
            <Cell file={file} label={fileLabel(file, at, files.length)} />
            {hidden > 0 && !isRefused && at === shown.length - 1 && <span className={styles.hidden}>+{hidden}</span>}
          </li>
        ))}
      </ul>
      {hidden > 0 && isRefused && <p className={styles.refused}>X shows only four files in a post.</p>}
    </>
  )
}

/** A file as a still picture. Without a ratio, it fills its cell. */
function Cell({ file, label, ratio }: { file: PreviewFile; label: string; ratio?: number }) {
  const src = file.display ?? (file.kind === 'image' ? file.url : file.poster)
  return (
    <div className={styles.media} style={ratio === undefined ? undefined : { '--ratio': ratio }} data-fixed={ratio !== undefined}>
      {src && <img src={src} alt={altOf(file, label)} width={file.width ?? undefined} height={file.height ?? undefined} />}
      {file.kind !== 'image' && (
        <span className={styles.kind} aria-hidden={src ? true : undefined}>
          {kindNames[file.kind]}
        </span>
      )}
    </div>
  )
}
