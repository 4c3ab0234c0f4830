import type PptxGenJS from "pptxgenjs"
import { AREA } from "./measure.ts"

export type Deck = InstanceType<typeof PptxGenJS.default>

export const INK = "1C2733"
export const MUTED = "5A6672"
const ACCENT = "3B6EA5"

/** The names of the two kinds of slides, and of the place that both have for their title. */
export const TITLE = "title"
export const CONTENT = "content"

/** Titles are placeholders, so that outlines and screen readers find them. */
export function defineMasters(deck: Deck): void {
  deck.defineSlideMaster({
    title: TITLE,
    background: { color: "F4F7FB" },
    objects: [
      { rect: { x: 0, y: 0, w: 0.35, h: 7.5, fill: { color: ACCENT } } },
      {
        placeholder: {
          options: {
            name: TITLE,
            type: "title",
            x: 1.1,
            y: 2.1,
            w: 11.2,
            h: 1.7,
            fontSize: 38,
            bold: true,
            color: INK,
            align: "left",
            valign: "bottom",
          },
          text: "",
        },
      },
      {
        placeholder: {
          options: {
            name: "subtitle",
            type: "body",
            x: 1.1,
            y: 3.95,
            w: 11.2,
            h: 1.6,
            fontSize: 18,
            color: MUTED,
            align: "left",
            valign: "top",
          },
          text: "",
        },
      },
    ],
  })
  deck.defineSlideMaster({
    title: CONTENT,
    background: { color: "FFFFFF" },
    objects: [
      { rect: { x: AREA.x, y: 1.22, w: AREA.width, h: 0.03, fill: { color: ACCENT } } },
      {
        placeholder: {
          options: {
            name: TITLE,
            type: "title",
            x: AREA.x,
            y: 0.35,
            w: AREA.width,
            h: 0.85,
            fontSize: 28,
            bold: true,
            color: INK,
            align: "left",
            valign: "middle",
            margin: 0,
          },
          text: "",
        },
      },
    ],
    slideNumber: { x: 12.1, y: 7.02, w: 0.6, h: 0.3, fontSize: 10, color: MUTED, align: "right" },
  })
}
