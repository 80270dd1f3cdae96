import styles from './PosterDrawing.module.css'

const HORIZON = 132

/** The made-up post of the miniature: a winter sun over the marsh. */
export function PosterDrawing() {
  return (
    <svg className={styles.poster} viewBox="0 0 320 220" aria-hidden="true">
      <rect className={styles.sky} width="320" height="220" />
      <circle className={styles.sun} cx="244" cy={HORIZON} r="42" />
      <path className={styles.far} d={`M0 ${HORIZON}c40-10 72-6 108-2s70 8 118-2 64-6 94 0v88H0z`} />
      <path className={styles.near} d="M0 168c52-12 96 6 150 4s104-20 170-6v54H0z" />
      <g className={styles.reeds}>
        <path d="M22 206c2-26 0-44-8-62M30 208c0-30 4-48 14-68M40 208c-2-22 0-36 4-48" />
        <path d="M282 208c0-28 4-44 12-60M292 208c-2-30-6-46-14-62M302 208c2-20 2-30 8-42" />
      </g>
      <text className={styles.name} x="24" y="52">
        Oyster roast
      </text>
      <text className={styles.when} x="24" y="80">
        Saturday 5 December, 4 pm
      </text>
    </svg>
  )
}
