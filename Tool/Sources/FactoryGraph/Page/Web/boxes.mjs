// Factory, MIT licence; see LICENSE
//
// Opens and closes the boxes of groups, where they are.
import { groupsAround } from "./groups.mjs";

export class Boxes {
  /// The identifiers of the open groups, which stay when filters make new groups.
  open = new Set();

  constructor(page) { this.page = page; }

  toggle(group) {
    const { page } = this;
    const place = page.camera.placeOf(group);
    const isOpen = !this.open.has(group.id);
    if (isOpen) this.open.add(group.id);
    else this.open.delete(group.id);
    page.layOut();
    page.camera.keep(group, place);
    page.showGroup(group);
    page.say(`${group.title} is ${isOpen ? "open" : "closed"}.`);
  }

  openAll(isOpen) {
    const { page } = this;
    this.open.clear();
    const add = (group) => {
      this.open.add(group.id);
      group.groups.forEach(add);
    };
    if (isOpen) page.root.groups.forEach(add);
    page.layOut();
    page.camera.fit(false);
    page.panel.show(isOpen ? "Open all" : "Close all");
    page.say(isOpen ? "All boxes are open." : "All boxes are closed.");
  }

  /// Opens the boxes that nodes are in. Returns whether one was closed.
  openAround(nodes) {
    const { root, camera } = this.page;
    const closed = [...nodes].flatMap((node) => groupsAround(root, node))
      .filter((group) => !this.open.has(group.id));
    if (closed.length === 0) return false;
    const place = camera.placeOf(closed[0]);
    for (const group of closed) this.open.add(group.id);
    this.page.layOut();
    camera.keep(closed[0], place);
    return true;
  }
}
