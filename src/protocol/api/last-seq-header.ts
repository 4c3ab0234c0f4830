/** Goes ahead of a log in lines: the number of its last event. */
export const LAST_SEQ_HEADER = "Keelson-Last-Seq"
