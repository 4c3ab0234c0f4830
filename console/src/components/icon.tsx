/* Shapes of 16 by 16. A state is told by its shape as well as by its colour and its word. */
const SHAPES = {
  running: <circle cx="8" cy="8" r="4.500" fill="currentColor" stroke="none" />,
  planned: <circle cx="8" cy="8" r="4.500" />,
  done: <path d="m3.500 8.500 3 3 6-6.500" />,
  verified: (
    <>
      <path
        d="M8 1.500 13.500 4v4c0 3.200-2.300 5.500-5.500 6.500C4.800 13.500 2.500 11.200 2.500 8V4Z"
        fill="currentColor"
        stroke="currentColor"
        strokeLinejoin="round"
      />
      <path d="m5.300 8 2 2 3.400-3.700" stroke="var(--surface)" />
    </>
  ),
  failed: <path d="m4 4 8 8m0-8-8 8" />,
  refused: (
    <>
      <circle cx="8" cy="8" r="5.500" />
      <path d="m4.200 11.800 7.600-7.600" />
    </>
  ),
  skipped: <path d="M4 8h8" />,
  unknown: <path d="M5.500 6c0-3.300 5-3.300 5 0 0 2-2.500 2-2.500 4m0 2.500v.1" />,
  asked: (
    <>
      <path d="M2.500 3.500h11v7.500h-6l-3 2.500v-2.500h-2Z" strokeLinejoin="round" />
      <path d="M8 5.500v2m0 1.500v.1" />
    </>
  ),
  incomplete: (
    <>
      <circle cx="8" cy="8" r="5.500" />
      <path d="M8 2.500a5.500 5.500 0 0 1 0 11Z" fill="currentColor" stroke="none" />
    </>
  ),
  blocked: <path d="M5.500 2.500h5l3 3v5l-3 3h-5l-3-3v-5Zm0 5.500h5" strokeLinejoin="round" />,
  cancelled: <rect x="4" y="4" width="8" height="8" rx="1" />,
  again: <path d="M12.500 6.500a5 5 0 1 0 .3 3m.2-6.500v3.500H9.500" />,
  flag: <path d="M4 14V2.500h7.500L9.500 5.500l2 3H4" strokeLinejoin="round" />,
  warning: <path d="M8 2.500 14 13H2Zm0 4v3m0 2v.1" strokeLinejoin="round" />,
  fold: <path d="M3 4h10M5 8h6m-4 4h2" />,
  summary: <path d="M4 1.500h6l3 3v10H4Zm6 0v3h3M6.500 8h4m-4 3h4" strokeLinejoin="round" />,
  star: (
    <path
      d="m8 2 1.800 3.900 4.200.5-3.100 2.900.8 4.200L8 11.400l-3.700 2.100.8-4.200L2 6.400l4.200-.5Z"
      strokeLinejoin="round"
    />
  ),
  phases: <path d="M3 13.500v-4m5 4v-11m5 11v-7" strokeWidth="2" />,
  chevron: <path d="m6 3.500 4.500 4.500L6 12.500" />,
  back: <path d="M10 3.500 5.500 8l4.500 4.500" />,
  theme: (
    <>
      <circle cx="8" cy="8" r="5.500" />
      <path d="M8 2.500a5.500 5.500 0 0 0 0 11Z" fill="currentColor" stroke="none" />
    </>
  ),
  search: (
    <>
      <circle cx="7" cy="7" r="4" />
      <path d="m10 10 3.500 3.500" />
    </>
  ),
  play: <path d="M5 3v10l8-5Z" fill="currentColor" strokeLinejoin="round" />,
  pause: <path d="M5.500 3.500v9m5-9v9" strokeWidth="2" />,
  undo: <path d="M6 4 3 7l3 3M3.500 7H9a3.500 3.500 0 0 1 0 7H7" />,
  plus: <path d="M8 3v10M3 8h10" />,
  close: <path d="m4 4 8 8m0-8-8 8" />,
  file: <path d="M4 1.500h5l3 3v10H4Z" strokeLinejoin="round" />,
  mark: (
    <path d="M3.500 6h9c-.7 3-2.200 4.700-4.500 5.700C5.700 10.700 4.200 9 3.500 6ZM8 3v8.700" strokeLinejoin="round" />
  ),
} as const

export type Shape = keyof typeof SHAPES

/** Drawn, never read out: the word stands beside it. */
export function Icon({ shape, size = "1em" }: { readonly shape: Shape; readonly size?: string | number }) {
  return (
    <svg
      className={`icon icon-${shape}`}
      width={size}
      height={size}
      viewBox="0 0 16 16"
      fill="none"
      stroke="currentColor"
      strokeWidth="1.600"
      strokeLinecap="round"
      aria-hidden="true"
      focusable="false"
    >
      {SHAPES[shape]}
    </svg>
  )
}
