import { coral, cut, Drawing, leaf, pale } from './Drawing.tsx'

export function FirstTaskDrawing() {
  return (
    <Drawing>
      <path className={pale} d="M34 82h76M44 88h56" />
      <rect className={pale} x="50" y="14" width="56" height="64" rx="5" transform="rotate(6 78 46)" />
      <rect className={leaf} x="42" y="14" width="56" height="64" rx="5" />
      <path d="M52 28h22M52 38h34M52 48h28" />
      <circle className={coral} cx="98" cy="68" r="11" />
      <path d="M98 63v10M93 68h10" className={cut} />
    </Drawing>
  )
}

export function ChecklistDrawing() {
  return (
    <Drawing>
      <rect className={leaf} x="40" y="10" width="64" height="76" rx="6" />
      <path d="m50 28 4 4 7-8M50 48l4 4 7-8" />
      <path d="M70 29h24M70 49h24M70 69h16" />
      <rect x="50" y="63" width="11" height="11" rx="3" />
      <circle className={coral} cx="104" cy="14" r="6" />
    </Drawing>
  )
}

export function PostedDrawing() {
  return (
    <Drawing>
      <path className={leaf} d="M112 16 44 44l24 9 10 27z" />
      <path d="M112 16 68 53v21l10-12" />
      <path className={pale} d="M20 66c10-2 12 8 22 5s8-9 14-9M26 82c8-2 10 4 18 2" />
      <circle className={coral} cx="118" cy="12" r="5" />
    </Drawing>
  )
}

export function ShopDrawing() {
  return (
    <Drawing>
      <path d="M40 44v40h64V44" />
      <path className={leaf} d="M34 20h76l6 22c0 6-9 8-13 2-4 6-14 6-18 0-4 6-14 6-18 0-4 6-14 6-18 0-4 6-21 4-21-2z" />
      <path d="M84 84V60h14v24M48 58h24v16H48z" />
      <path className={pale} d="M24 84h96" />
      <circle className={coral} cx="88" cy="73" r="2.5" />
    </Drawing>
  )
}
