"use strict";
document.documentElement.classList.add("js");
document.getElementById("theme").addEventListener("click", () => {
  const root = document.documentElement;
  const isDark = getComputedStyle(root).getPropertyValue("--is-dark").trim() === "1";
  root.dataset.theme = isDark ? "light" : "dark";
});
let last = null;
for (const lesson of document.querySelectorAll(".lesson")) {
  const scenes = [...lesson.querySelectorAll(".scene")];
  const [chooser, slider, place] = ["select", "input", "output"].map(name => lesson.querySelector(".controls " + name));
  const [back, forward] = lesson.querySelectorAll(".controls button");
  const own = [Number(lesson.dataset.scene), Number(lesson.dataset.first)];
  let scene = 0, step = 0;
  const show = (s, k) => {
    scene = s;
    const steps = [...scenes[scene].querySelectorAll(".step")];
    step = Math.min(Math.max(k, 0), steps.length - 1);
    scenes.forEach((each, i) => each.classList.toggle("shown", i === scene));
    steps.forEach((each, i) => each.classList.toggle("shown", i === step));
    slider.max = steps.length;
    slider.value = step + 1;
    place.value = `${step + 1} / ${steps.length}`;
    back.disabled = step === 0;
    forward.disabled = step === steps.length - 1;
  };
  const by = way => show(scene, step + way);
  back.addEventListener("click", () => by(-1));
  forward.addEventListener("click", () => by(1));
  slider.addEventListener("input", () => show(scene, slider.value - 1));
  chooser.addEventListener("change", () => show(chooser.selectedIndex, chooser.selectedIndex === own[0] ? own[1] : 0));
  let from = null;
  lesson.addEventListener("touchstart", event => { from = event.touches[0].clientX; }, { passive: true });
  lesson.addEventListener("touchend", event => {
    const moved = event.changedTouches[0].clientX - from;
    if (Math.abs(moved) > 60) by(moved < 0 ? 1 : -1);
  });
  lesson.addEventListener("pointerenter", () => { last = by; });
  lesson.addEventListener("focusin", () => { last = by; });
  last = last || by;
  chooser.selectedIndex = own[0];
  show(...own);
}
document.addEventListener("keydown", event => {
  if (event.target.matches("input, select, textarea") || event.altKey || event.ctrlKey || event.metaKey) return;
  const way = { ArrowRight: 1, ArrowLeft: -1 }[event.key];
  if (way && last) { last(way); event.preventDefault(); }
});
