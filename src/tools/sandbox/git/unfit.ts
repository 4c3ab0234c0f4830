/** A repository that commands can only read, and why: the end of a sentence that begins with its name. */
export class UnfitRepository extends Error {
  constructor(why: string) {
    super(why)
    this.name = "UnfitRepository"
  }
}
