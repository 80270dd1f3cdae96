import type { ReactNode } from 'react'
import styles from './step-pictures.module.css'

const Writing = ({ x, y, lengths }: { x: number; y: number; lengths: readonly number[] }) => (
  <path className={styles.writing} d={lengths.map((length, at) => `M${x} ${y + at * 12}h${length}`).join('')} />
)

/** The picture is hidden from screen readers, because the text beside it describes the step. */
const Picture = ({ bar, children }: { bar: string; children: ReactNode }) => (
  <svg className={styles.picture} viewBox="0 0 240 140" aria-hidden="true">
    <rect className={styles.window} x="1" y="1" width="238" height="138" rx="8" />
    <path className={styles.bar} d="M1 25V9a8 8 0 0 1 8-8h222a8 8 0 0 1 8 8v16z" />
    <text className={styles.name} x="14" y="17">
      {bar}
    </text>
    {children}
  </svg>
)

export const MenuPicture = () => (
  <Picture bar="Customers">
    <text x="14" y="42">
      File
    </text>
    <text x="44" y="42">
      Edit
    </text>
    <rect className={styles.chosen} x="72" y="30" width="78" height="18" rx="4" />
    <text className={styles.pointed} x="80" y="42">
      Extensions
    </text>
    <path className={styles.cells} d="M1 56h238M1 76h238M1 96h238M1 116h238M60 56v83M120 56v83M180 56v83" />
    <rect className={styles.window} x="72" y="52" width="112" height="60" rx="6" />
    <text x="84" y="70">
      Add-ons
    </text>
    <rect className={styles.chosen} x="76" y="78" width="104" height="24" rx="4" />
    <text className={styles.pointed} x="84" y="94">
      Apps Script
    </text>
  </Picture>
)

export const EditorPicture = () => (
  <Picture bar="Apps Script">
    <rect className={styles.chosen} x="10" y="34" width="62" height="20" rx="4" />
    <text className={styles.pointed} x="18" y="48">
      Code.gs
    </text>
    <path className={styles.cells} d="M82 26v113" />
    <rect className={styles.chosen} x="92" y="58" width="124" height="12" rx="3" />
    <Writing x={98} y={40} lengths={[124, 92, 108, 56, 118, 80, 100, 44]} />
  </Picture>
)

export const AccessPicture = () => (
  <Picture bar="New deployment">
    <text x="20" y="46">
      Execute as
    </text>
    <rect className={styles.field} x="122" y="33" width="100" height="20" rx="4" />
    <text className={styles.pointed} x="130" y="47">
      Me
    </text>
    <text x="20" y="78">
      Who has access
    </text>
    <rect className={styles.field} x="122" y="65" width="100" height="20" rx="4" />
    <text className={styles.pointed} x="130" y="79">
      Anyone
    </text>
    <rect className={styles.button} x="162" y="104" width="60" height="22" rx="5" />
    <text className={styles.onButton} x="192" y="119" textAnchor="middle">
      Deploy
    </text>
  </Picture>
)

export const AddressPicture = () => (
  <Picture bar="New deployment">
    <Writing x={22} y={44} lengths={[118, 84]} />
    <text x="20" y="80">
      Web app URL
    </text>
    <rect className={styles.field} x="20" y="88" width="148" height="22" rx="4" />
    <text className={styles.pointed} x="28" y="103">
      https://script…/exec
    </text>
    <rect className={styles.button} x="176" y="88" width="46" height="22" rx="5" />
    <text className={styles.onButton} x="199" y="103" textAnchor="middle">
      Copy
    </text>
  </Picture>
)
