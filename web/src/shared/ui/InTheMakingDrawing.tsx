import { coral, Drawing, leaf, pale } from './Drawing.tsx'

export function InTheMakingDrawing() {
  return (
    <Drawing>
      <path d="M52 66 42 90M92 66l10 24M72 66v18" />
      <rect className={leaf} x="38" y="14" width="68" height="52" rx="4" />
      <path d="M38 54l16-16 13 12 10-9 12 11" />
      <circle cx="88" cy="28" r="6" />
      <path d="M118 20 100 50" />
      <path className={coral} d="M100 48c-5 1-6 6-11 9 7 2 13-1 14-7z" />
      <path className={pale} d="M34 66h76" />
    </Drawing>
  )
}
