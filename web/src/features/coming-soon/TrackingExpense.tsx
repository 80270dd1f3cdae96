import { ChartColumn, Receipt, Scale } from 'lucide-react'
import { coral, leaf, pale } from '../../shared/ui/Drawing.tsx'
import { ComingSoon, sheet } from './ComingSoon.tsx'

const points = [
  { icon: <Receipt aria-hidden="true" />, text: 'Every expense in one place, with its receipt' },
  { icon: <ChartColumn aria-hidden="true" />, text: 'Each month at a glance, by category' },
  { icon: <Scale aria-hidden="true" />, text: 'Spending compared with your budget' },
]

export default function TrackingExpense() {
  return (
    <ComingSoon title="Tracking Expense" sentence="We are building a powerful expense tracking dashboard..." points={points}>
      <rect className={sheet} x="8" y="12" width="464" height="316" rx="12" />
      <path d="M36 46h96" />
      <path className={pale} d="M8 76h464M36 60h52M388 46h56" />
      {/* Bars for the months, with the current month highlighted. */}
      <path className={pale} d="M36 204h268" />
      <path className={pale} d="M48 204v-44h20v44M92 204v-62h20v62M136 204v-36h20v36M180 204v-78h20v78" />
      <path className={leaf} d="M224 204v-92h20v92z" />
      <path className={pale} strokeDasharray="2 7" d="M268 204v-66h20v66M36 124h268" />
      {/* A chart of the categories. */}
      <circle className={pale} cx="388" cy="154" r="46" />
      <circle className={pale} cx="388" cy="154" r="26" />
      <path className={leaf} d="M388 108a46 46 0 0 1 44 59l-25-7a20 20 0 0 0-19-26z" />
      {/* A list of receipts with a new one at the end. */}
      <path className={pale} d="M36 226h408M36 270h408" />
      <path d="M40 238h16v20l-4-3-4 3-4-3-4 3zM76 248h120" />
      <path className={pale} d="M404 248h40" />
      <path d="M40 284h16v20l-4-3-4 3-4-3-4 3zM76 294h88" />
      <path className={pale} d="M412 294h32" />
      <circle className={coral} cx="60" cy="282" r="6" />
    </ComingSoon>
  )
}
