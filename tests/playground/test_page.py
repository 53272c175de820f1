"""The page in a real browser, used with mouse and keyboard."""

from __future__ import annotations

from collections.abc import AsyncIterator
from pathlib import Path
from typing import Any

import pytest

from render.i18n import languages
from tests.playground.table import Table, until
from tests.support.browser import PATIENCE_MS, chromium, expect, needs_chromium

pytestmark = [pytest.mark.browser, pytest.mark.wire, needs_chromium]

WIDE = {"width": 1200, "height": 800}
PHONE = {"width": 400, "height": 780}


@pytest.fixture
async def browser() -> AsyncIterator[Any]:
    async with chromium() as opened:
        yield opened


@pytest.fixture
async def page(table: Table, browser: Any) -> Any:
    """Alice's window."""
    return await window(browser, table, "alice")


async def window(browser: Any, table: Table, person: str, size: dict[str, int] = WIDE) -> Any:
    """A window of its own, at which any error of the page's scripts fails the test."""
    context = await browser.new_context(viewport=size)
    page = await context.new_page()
    page.set_default_timeout(PATIENCE_MS)
    page.errors = []
    page.on("pageerror", lambda error: page.errors.append(str(error)))
    page.on("console", lambda message: message.type == "error" and page.errors.append(message.text))
    await page.goto(f"{table.playground.url}/#{person}")
    await page.locator("#people a[aria-current]").wait_for()
    await page.locator("#messages:not([aria-busy])").wait_for()
    return page


async def type_command(page: Any, text: str) -> None:
    await page.locator("#composer-input").fill(text)
    await page.locator("#suggestions li b", has_text=text).first.wait_for()
    await page.keyboard.press("Enter")
    await page.locator("#command-form").wait_for()


async def sees(page: Any, text: str) -> None:
    await page.locator("#messages", has_text=text).wait_for()


def message(page: Any, text: str) -> Any:
    return page.locator("#messages article", has_text=text).last


@pytest.mark.long
@pytest.mark.parametrize("size", [WIDE, PHONE], ids=["1200", "400"])
async def test_people_play_at_two_windows_and_hands_stay_private(
    table: Table, browser: Any, size: dict[str, int], tmp_path: Path
) -> None:
    alice = await window(browser, table, "alice", size)
    bruno = await window(browser, table, "bruno", size)
    await type_command(alice, "/domino play")
    await alice.get_by_label("pairs").select_option("True")
    await alice.keyboard.press("Enter")
    await sees(bruno, "Table of express to 100, in pairs")
    await bruno.get_by_role("button", name="Join").click()
    await sees(alice, "@Bruno")
    await bruno.get_by_role("button", name="My hand").click()
    await sees(bruno, "Only you can see this")
    hand = message(bruno, "The hand of Bruno")
    assert await hand.locator("img").first.get_attribute("alt") == "Three tiles: 6-6, 5-4, 1-0"
    await hand.get_by_text("ALT").click()
    await hand.get_by_text("Three tiles: 6-6").wait_for()
    await bruno.get_by_text("Your tile").click()
    await bruno.get_by_label("6-6").check()
    await bruno.screenshot(path=tmp_path / "hand.png")
    await bruno.get_by_role("button", name="Choose 1").click()
    await sees(bruno, "Played 66")
    await bruno.get_by_role("button", name="Dismiss").click()
    await bruno.get_by_text("Played 66").wait_for(state="detached")
    assert "hand of Bruno" not in await alice.content()
    # Nothing sticks out, at any width.
    for page in (alice, bruno):
        assert await page.evaluate("document.documentElement.scrollWidth") <= size["width"]
        assert page.errors == []


@pytest.mark.long
async def test_one_person_can_be_several_in_one_window(table: Table, page: Any) -> None:
    await table.people.eve.say(f"hello {table.people.bruno.mention}")
    await page.get_by_role("link", name="Bruno (1 unread, 1 mention you)").click()
    await page.wait_for_url("**/#bruno")
    await sees(page, "hello @Bruno")
    await page.get_by_role("link", name="Bruno", exact=False).get_by_text("1 unread").wait_for(state="detached")
    await expect(page).to_have_title("Bruno · #table")
    await table.people.bruno.run("trial secret")
    await page.get_by_role("link", name="Dominoes (1 unread)").click()
    await sees(page, "Psst, Bruno")
    await page.get_by_role("link", name="Alice").click()
    await sees(page, "hello")
    assert "Psst" not in await page.content()
    await page.get_by_role("link", name="second-table").click()
    await page.get_by_role("link", name="Eve").click()
    await expect(page).to_have_title("Eve · #second-table")
    assert page.errors == []


@pytest.mark.long
async def test_the_server_becomes_a_community_with_a_language_and_gives_it_up_again(table: Table, page: Any) -> None:
    chosen, guild = page.locator("#server-language"), table.playground.world.guild
    await expect(chosen.locator("option:checked")).to_have_text("none (no Community)")
    await chosen.select_option("Italian")
    await expect(chosen).to_have_value("it")
    # the select changes before the server
    await until(lambda: guild.locale == "it")
    await chosen.select_option("")
    await expect(chosen).to_have_value("")
    await until(lambda: guild.locale == "")
    assert page.errors == []


@pytest.mark.long
async def test_commands_are_in_the_persons_language(table: Table, browser: Any) -> None:
    page = await window(browser, table, "chloe")
    await type_command(page, "/domino jouer")
    await page.get_by_label("règles").select_option("Domino Express")
    await page.get_by_role("button", name="Run").click()
    await sees(page, "fr in en-US")
    assert await page.locator(".used code").inner_text() == "/domino play"


@pytest.mark.long
async def test_a_command_is_typed_with_its_options(table: Table, page: Any) -> None:
    box = page.locator("#composer-input")
    await box.press_sequentially("/domino play PAI")
    await page.locator("#suggestions li b", has_text="/domino play").wait_for()
    await box.press_sequentially("RS:true rules:Domino Express target:70")
    await page.keyboard.press("Enter")
    assert await page.get_by_label("pairs").input_value() == "yes"
    await page.keyboard.press("Enter")
    await sees(page, "Table of express to 70, in pairs")
    await box.press_sequentially("/domino find Matador")
    await page.keyboard.press("Enter")
    await page.keyboard.press("Enter")
    await sees(page, "Found Matador")


@pytest.mark.long
async def test_a_command_is_found_by_words_of_its_name(table: Table, page: Any) -> None:
    box = page.locator("#composer-input")
    await box.fill("/dom find")
    await page.locator("#suggestions li b", has_text="/domino find").wait_for()
    assert page.errors == []


@pytest.mark.long
async def test_an_option_completes_as_one_types(table: Table, page: Any) -> None:
    await type_command(page, "/domino find")
    await page.get_by_label("name").press_sequentially("mu")
    await page.get_by_role("option", name="Muggins").wait_for()
    await page.get_by_role("option", name="Matador").wait_for(state="detached")
    await page.keyboard.press("ArrowDown")
    await page.keyboard.press("Enter")
    await page.keyboard.press("Enter")
    await sees(page, "Found muggins")


@pytest.mark.long
async def test_a_modal_is_filled_and_a_person_is_picked(table: Table, page: Any) -> None:
    await type_command(page, "/trial modal")
    await page.keyboard.press("Enter")
    await page.get_by_label("Target").fill("75")
    await page.get_by_label("Mode").select_option("Pairs")
    await page.get_by_role("button", name="Submit").click()
    await sees(page, "To 75, pairs")
    await page.locator("#modal").wait_for(state="hidden")
    await table.people.alice.run("trial invite")
    await page.get_by_text("Friends").click()
    await page.get_by_label("Eve").check()
    await page.get_by_role("button", name="Choose 1").click()
    await sees(page, "Invited Eve")


@pytest.mark.long
async def test_channels_are_picked_where_a_select_asks_for_them_threads_only_where_it_does(
    table: Table, page: Any
) -> None:
    await table.people.alice.open_thread("aside")
    await table.people.alice.run("trial invite")
    await page.get_by_text("Places").click()
    places = page.locator('details[data-custom-id="trial:places"]')
    assert await places.locator("label.option").all_text_contents() == ["#table", "#second-table", "#no-pictures"]
    for name in ("#table", "#second-table"):
        await places.get_by_label(name).check()
    await places.get_by_role("button", name="Choose 2").click()
    await sees(page, "Played in second-table, table")
    await page.get_by_text("Places").click()
    await places.get_by_role("button", name="Choose 0").click()
    await sees(page, "Played in nowhere")


@pytest.mark.long
async def test_no_answer_is_told_after_three_seconds(table: Table, page: Any) -> None:
    await type_command(page, "/trial silent")
    await page.keyboard.press("Enter")
    await page.get_by_text("/trial silent: the application did not respond").wait_for()


@pytest.mark.long
async def test_a_missing_bot_and_its_return_are_told(table: Table, page: Any) -> None:
    await page.get_by_text("bot connected", exact=True).wait_for()
    await table.bot.kill()
    await page.get_by_role("alert").filter(has_text="The bot is not connected").wait_for()
    await table.bot.start()
    await page.get_by_role("alert").filter(has_text="The bot is not connected").wait_for(state="hidden")


@pytest.mark.long
async def test_what_people_write_is_text_and_never_markup(table: Table, page: Any) -> None:
    await table.people.eve.run("trial markup")
    await table.people.eve.say(r"\_as\_ it \*stands\*")
    await sees(page, "_as_ it *stands*")
    await table.people.eve.say('<img src=x onerror="document.title=1"> [x](javascript:alert(1)) </p><script>1</script>')
    await sees(page, "<script>1</script> bold")
    await sees(page, "[x](javascript:alert(1))")
    assert await page.locator("#messages script, #messages img").count() == 0
    assert await page.locator("#messages a[href^=javascript]").count() == 0
    assert await page.title() == "Alice · #table"


@pytest.mark.long
async def test_the_keyboard_alone_is_enough(table: Table, page: Any) -> None:
    await table.people.alice.run("domino play")
    await sees(page, "Table of")
    await page.locator("body").click(position={"x": 600, "y": 400})
    await page.keyboard.press("/")
    assert await page.evaluate("document.activeElement.id") == "composer-input"
    await page.keyboard.press("Escape")
    await page.get_by_role("button", name="Join").focus()
    await page.keyboard.press("Enter")
    await sees(page, "@Alice")
    # the message was redrawn, and kept the focus
    assert await page.evaluate("document.activeElement.textContent") == "Join"
    await table.people.alice.run("trial secret")
    await page.goto(f"{table.playground.url}/#alice/dm")
    await sees(page, "Psst, Alice")
    menu = page.locator("details.select summary")
    await menu.focus()
    await page.keyboard.press("ArrowDown")
    await page.keyboard.press("Space")
    await page.get_by_role("button", name="Choose 1").wait_for()
    await page.keyboard.press("Escape")
    assert not await page.locator("details.select").evaluate("box => box.open")


@pytest.mark.long
async def test_a_modal_is_chosen_in_by_keyboard_and_gives_the_focus_back(table: Table, browser: Any) -> None:
    page = await window(browser, table, "alice", PHONE)
    await table.people.alice.run("trial invite")
    button = page.get_by_role("button", name="House rules")
    await button.focus()
    await page.keyboard.press("Enter")
    await expect(page.locator("#modal input:focus")).to_have_value("7")
    await page.keyboard.press("Escape")
    await expect(button).to_be_focused()
    await page.keyboard.press("Enter")
    await expect(page.locator("#modal input:focus")).to_have_value("7")
    radios = page.locator("#modal .options")
    assert await radios.evaluate("box => box.scrollHeight <= box.clientHeight"), "none scrolls out of sight"
    await page.keyboard.press("ArrowDown")
    await page.keyboard.press("Enter")
    await sees(page, "Tempo 8")
    await expect(button).to_be_focused()
    assert not page.errors


@pytest.mark.long
async def test_the_drawer_holds_channels_and_settings_on_a_phone(table: Table, browser: Any) -> None:
    page = await window(browser, table, "eve", PHONE)
    assert not await page.locator("#sidebar").is_visible()
    await page.get_by_role("button", name="Channels and settings").click()
    await page.get_by_label("DMs are closed to the bot").check()
    await page.get_by_role("link", name="second-table").click()
    await page.get_by_role("heading", name="second-table").wait_for()
    assert not await page.locator("#sidebar").is_visible()
    await until(lambda: table.playground.world.guild.closed_dms == {table.people.eve.id})


@pytest.mark.long
async def test_one_press_runs_a_command_whose_suggestions_are_still_open(table: Table, browser: Any) -> None:
    page = await window(browser, table, "eve", PHONE)
    await type_command(page, "/domino find")
    # a long form scrolls on a phone
    await page.locator("#command-form").evaluate("form => form.style.maxHeight = '120px'")
    await page.get_by_label("name").fill("berg")
    await page.get_by_role("option", name="Bergen").wait_for()
    run = await page.get_by_role("button", name="Run").bounding_box()
    await page.mouse.click(run["x"] + run["width"] / 2, run["y"] + run["height"] / 2, delay=50)
    await sees(page, "Found berg")


@pytest.mark.long
async def test_the_page_goes_on_after_a_setting_is_changed(table: Table, browser: Any, page: Any) -> None:
    other = await window(browser, table, "bruno")
    await page.locator("#closed-dms").check(force=True)
    await page.wait_for_timeout(300)
    await other.locator("#composer-input").fill("is anybody there?")
    await other.keyboard.press("Enter")
    await sees(other, "is anybody there?")
    await sees(page, "is anybody there?")
    assert page.errors == other.errors == []


@pytest.mark.long
async def test_problems_are_shown(table: Table, page: Any) -> None:
    await table.people.alice.run("trial unknown")
    await page.get_by_role("button", name="Problems 1").click()
    await page.get_by_text("simcord does not implement").wait_for()
    await page.get_by_role("button", name="Clear").click()
    await page.get_by_text("None so far").wait_for()


@pytest.mark.long
async def test_a_newcomer_is_told_what_to_do(table: Table, page: Any) -> None:
    await page.get_by_role("button", name="Play alone now").wait_for()
    await page.get_by_role("button", name="Hide this hint").click()
    await page.reload()
    await page.locator("#people a[aria-current]").wait_for()
    assert not await page.get_by_role("button", name="Play alone now").is_visible()


@pytest.mark.long
@pytest.mark.parametrize("size", [WIDE, PHONE], ids=["1200", "400"])
async def test_the_bot_is_brought_to_a_group_message_by_who_installs_it(
    table: Table, browser: Any, size: dict[str, int]
) -> None:
    alice = await window(browser, table, "alice/group", size)
    bruno = await window(browser, table, "bruno/group", size)
    assert await bruno.locator("#room-name").inner_text() == "&\nGame night\nAlice, Chloé and Bruno"
    await bruno.locator("#composer-input").fill("/")
    await bruno.get_by_text("The bot has no commands here").wait_for()
    await type_command(alice, "/domino play")
    await alice.keyboard.press("Enter")
    await sees(bruno, "Table of express to 100")
    await bruno.get_by_role("button", name="Join").click()
    await sees(alice, "@Bruno")
    await bruno.get_by_role("button", name="Install the bot").click()
    await type_command(bruno, "/domino jouer")
    assert await bruno.get_by_label("friend").locator("option").all_text_contents() == ["—", "Alice", "Bruno", "Chloé"]
    assert not await bruno.get_by_role("button", name="Install the bot").is_visible()
    assert not await alice.get_by_role("button", name="Install the bot").is_visible()
    for page in (alice, bruno):
        assert await page.evaluate("document.documentElement.scrollWidth") <= size["width"]
        assert page.errors == []


@pytest.mark.long
async def test_places_without_the_bot_are_for_those_who_are_in_them(table: Table, browser: Any) -> None:
    for person, links in {
        "alice": ["table", "second-table", "no-pictures", "lounge", "quiet-room", "Game night", "Davide", "Dominoes"],
        "davide": ["table", "second-table", "no-pictures", "lounge", "quiet-room", "Alice", "Dominoes"],
        "eve": ["table", "second-table", "no-pictures", "Dominoes"],
    }.items():
        page = await window(browser, table, person)
        assert await page.locator("#channels .channel-name").all_text_contents() == links
        assert page.errors == []
    await page.goto(f"{table.playground.url}/#alice/quiet-room")
    await type_command(page, "/domino play")
    await page.keyboard.press("Enter")
    await sees(page, "Only you can see this")
    await page.get_by_role("link", name="Bruno").click()
    await page.get_by_text("Nothing has been said in #quiet-room yet.").wait_for()


@pytest.mark.long
async def test_the_app_is_removed_in_the_settings(table: Table, page: Any) -> None:
    await page.goto(f"{table.playground.url}/#alice/friend")
    await page.locator("#has-app").uncheck(force=True)
    await page.get_by_role("button", name="Install the bot").wait_for()
    assert not table.playground.world.elsewhere.has_app(table.people.alice.id)
    assert page.errors == []


@pytest.mark.long
async def test_a_press_leaves_the_text_box_and_a_phones_keyboard_alone(table: Table, browser: Any) -> None:
    context = await browser.new_context(viewport=PHONE, has_touch=True, is_mobile=True)
    page = await context.new_page()
    await page.goto(f"{table.playground.url}/#alice")
    await type_command(page, "/domino play")
    await page.get_by_role("button", name="Run").tap()
    await sees(page, "Table of express to 100")
    assert await page.evaluate("document.activeElement.id") != "composer-input"


@pytest.mark.long
async def test_a_picture_that_arrives_late_has_its_room_before(table: Table, browser: Any) -> None:
    page = await (await browser.new_context(viewport=PHONE)).new_page()
    await page.route("**/*.png", lambda route: None)
    await page.goto(f"{table.playground.url}/#bruno")
    await table.hand()
    picture = page.locator("article img").last
    await picture.wait_for()
    box = await picture.bounding_box()
    natural = await picture.evaluate("image => image.getAttribute('width') / image.getAttribute('height')")
    assert box["width"] > 100
    assert box["width"] / box["height"] == pytest.approx(natural, rel=0.02)


@pytest.mark.long
async def test_a_server_that_does_not_answer_is_told_in_words_until_it_is_back(table: Table, page: Any) -> None:
    await page.route("**/people/**", lambda route: route.abort())
    await page.locator("#composer-input").fill("hello")
    await page.keyboard.press("Enter")
    await page.get_by_role("status").filter(has_text="The playground's server did not answer.").wait_for()
    await page.unroute("**/people/**")
    await table.playground.push.close()
    await page.get_by_text("The playground's server did not answer.").wait_for(state="detached")


@pytest.mark.long
async def test_a_server_speaks_any_language_that_the_bot_has(page: Any) -> None:
    offered = await page.locator("#server-language option").evaluate_all("all => all.map(each => each.value)")
    assert sorted(offered) == sorted(["", "en-US", "en-GB", *languages()]), "and none, without a Community"


@pytest.mark.long
@pytest.mark.parametrize("size", [WIDE, PHONE], ids=["1200", "400"])
async def test_the_menu_of_a_person_opens_by_click_right_click_and_keyboard(
    table: Table, browser: Any, size: dict[str, int]
) -> None:
    await table.people.bruno.say(f"how are you, {table.people.eve.mention}?")
    page = await window(browser, table, "chloe", size)
    said, menu = message(page, "how are you"), page.get_by_role("menu")
    author, mention = said.get_by_role("button", name="Bruno"), said.get_by_role("button", name="@Eve")
    await author.click()
    await menu.get_by_role("menuitem", name="Saluer").click()
    await sees(page, "Hello, member Bruno")
    await expect(message(page, "Hello, member Bruno").locator(".used")).to_have_text("Chloé used Greet")
    await mention.click(button="right")
    await menu.get_by_role("menuitem", name="Saluer").wait_for()
    assert await page.evaluate("document.documentElement.scrollWidth") <= size["width"]
    await page.keyboard.press("Escape")
    await expect(menu).to_be_hidden(timeout=PATIENCE_MS)
    await expect(mention).to_be_focused(timeout=PATIENCE_MS)
    await page.keyboard.press("Enter")
    await expect(menu.get_by_role("menuitem", name="Saluer")).to_be_focused(timeout=PATIENCE_MS)
    await page.keyboard.press("ArrowDown")
    await page.keyboard.press("Enter")
    await sees(page, "Hello, member Eve")
    await page.get_by_role("link", name="Davide").click(button="right")
    await menu.get_by_role("menuitem", name="Saluer").click()
    await sees(page, "Hello, member Davide")
    assert page.errors == []


@pytest.mark.long
async def test_the_menu_of_a_person_says_where_the_bot_offers_nothing(table: Table, page: Any) -> None:
    await table.people.alice.say("hello", channel="group")
    await page.evaluate("location.hash = '#bruno/group'")
    await message(page, "hello").get_by_role("button", name="Alice").click()
    await page.get_by_role("menu", name="Commands on Alice").get_by_text("no commands on people here").wait_for()
    assert page.errors == []
