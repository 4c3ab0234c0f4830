/** Goes ahead of lines of a result: how many it has in all. */
export const LINE_COUNT_HEADER = "Keelson-Line-Count"
