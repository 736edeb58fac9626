"""What can be pressed below a reply, also after a restart, and by whom."""

from __future__ import annotations

import asyncio
from dataclasses import replace
from types import SimpleNamespace

from sqlalchemy import update

from bot.answering.answer import Answer, AnswerKind
from bot.discord.keeping import Keeper
from bot.discord.storage.feedback import review_of_operator, review_of_server
from bot.discord.storage.models import DiscordReply
from bot.discord.storage.preferences import set_opted_out
from tests.bot.discord.conftest import MakeService
from tests.fake_discord.interactions import Interaction
from tests.fake_discord.limits import parts
from tests.fake_discord.payloads import EMBED_LINKS, SERVER_ID, Place, Player
from tests.fake_discord.scenario import connected, fake_discord, soon
from tests.fake_discord.server import FakeDiscord

STORED = "Can I equip a unit that is at a battlefield?"
OPEN = "Can I equip my unit?"
BYSTANDER = Player(id="1400000000000000077")


async def replied(fake: FakeDiscord, command: str = "ask", player: Player | None = None, **options: str) -> Interaction:
    asked = await fake.command(command, player, **options)
    await soon(asked.answered)
    return asked


def labels(asked: Interaction) -> list[str]:
    return [part["label"] for part in parts(asked.reply["components"]) if part["type"] == 2]


def test_every_button_works_after_a_restart(make_service: MakeService) -> None:
    async def scenario() -> None:
        async with fake_discord() as fake:
            async with connected(fake, make_service()):
                asked = await replied(fake, question=STORED, game="riftbound")
                assert labels(asked) == ["Bahasa Indonesia", "Español", "Ask further", "👍", "👎"]
            fake.gateway.connected.clear()
            async with connected(fake, make_service()):
                pressed = await fake.press(asked.reply, "Bahasa Indonesia")
                await soon(pressed.answered)
                assert pressed.callback == {"type": 6}
                assert "Ya." in asked.text
                assert labels(asked)[:2] == ["English", "Español"]
                form = await fake.press(asked.reply, "Tanya lagi")
                await soon(form.answered)
                assert form.callback is not None
                assert form.callback["type"] == 9
                for label in ("👍", "👎"):
                    voted = await fake.press(asked.reply, label)
                    await soon(voted.acknowledged)
            assert fake.problems == []

    asyncio.run(scenario())


def test_a_choice_edits_the_reply_with_the_new_verdict(make_service: MakeService) -> None:
    async def scenario() -> None:
        async with fake_discord() as fake, connected(fake, make_service()):
            asked = await replied(fake, question=OPEN, game="riftbound")
            assert "It depends." in asked.text
            phase = next(n for n, menu in enumerate(_menus(asked)) if menu["placeholder"] == "Which phase is it?")
            # Whoever did not ask cannot choose, and sees why, alone.
            meddled = await fake.choose(asked.reply, phase, "It is the Awaken Phase", BYSTANDER)
            await _until(lambda: meddled.follow_ups == 1)
            assert meddled.answers == 0
            assert meddled.bodies[-1]["flags"] == 64
            assert "It depends." in asked.text
            chosen = await fake.choose(asked.reply, phase, "It is the Awaken Phase")
            await soon(chosen.answered)
            assert chosen.answers == 1
            assert "No." in asked.text
            # The choice belongs to the reply from then on.
            pressed = await fake.press(asked.reply, "Español")
            await soon(pressed.answered)
            assert "No." in asked.text
            assert "Depende" not in asked.text
            assert fake.problems == []

    asyncio.run(scenario())


def _menus(asked: Interaction) -> list[dict[str, str]]:
    return [part for part in parts(asked.reply["components"]) if part["type"] == 3]


async def _until(holds: object) -> None:
    for _ in range(3000):
        if holds():  # type: ignore[operator]
            return
        await asyncio.sleep(0.01)
    raise AssertionError("it never came true")


def test_a_bystander_gets_another_language_alone(make_service: MakeService) -> None:
    async def scenario() -> None:
        async with fake_discord() as fake, connected(fake, make_service()):
            asked = await replied(fake, question=STORED, game="riftbound")
            english = asked.text
            pressed = await fake.press(asked.reply, "Español", BYSTANDER)
            await _until(lambda: pressed.follow_ups == 1)
            assert pressed.bodies[-1]["flags"] == 64
            assert "Sí." in pressed.bodies[-1]["embeds"][0]["description"]
            assert asked.text == english

    asyncio.run(scenario())


def test_a_further_question_goes_on_from_the_reply(make_service: MakeService) -> None:
    class Recording:
        def __init__(self) -> None:
            self.asked: list[object] = []

        def ask(self, question: object) -> Answer:
            self.asked.append(question)
            return Answer("en", "riftbound", AnswerKind.PASSAGES, None, ("Something.",))

    recording = Recording()

    async def scenario() -> None:
        service = make_service()
        corpus = SimpleNamespace(answering=recording, suggestions=service.corpus.suggestions)
        async with fake_discord() as fake, connected(fake, replace(service, corpus=corpus)):
            asked = await replied(fake, question=STORED, game="riftbound", private=True)  # type: ignore[arg-type]
            form = await fake.press(asked.reply, "Ask further")
            await soon(form.answered)
            further = await fake.submit(form, "and in a showdown?")
            await soon(further.answered)
            assert further.is_private, "a private reply is gone on from in private"
            # In the same channel the conversation is kept; elsewhere there is none.
            await replied(fake, question="and on my turn?")
            await replied(fake, player=BYSTANDER, question="and on my turn?")
            assert fake.problems == []

    asyncio.run(scenario())
    contexts = [question.context for question in recording.asked]  # type: ignore[attr-defined]
    assert contexts == [(), (STORED,), (STORED, "and in a showdown?"), ()]


def test_a_wrong_answer_reaches_the_moderators_without_who_asked(make_service: MakeService, keeper: Keeper) -> None:
    async def scenario() -> None:
        async with fake_discord() as fake, connected(fake, make_service()):
            asked = await replied(fake, question=STORED, game="riftbound")
            pressed = await fake.press(asked.reply, "👎", BYSTANDER)
            await _until(lambda: pressed.follow_ups == 1)
            (item,) = review_of_server(keeper.store, int(SERVER_ID))
            assert item.question == STORED
            assert item.answer.startswith("Yes.")
            assert item.trail
            assert review_of_operator(keeper.store) == (), "only an asker shows a question to the operator"
            own = await fake.press(asked.reply, "👎")
            await _until(lambda: own.follow_ups == 1)
            assert [one.by_asker for one in review_of_operator(keeper.store)] == [True]

    asyncio.run(scenario())


def test_a_bystander_cannot_report_for_somebody_who_opted_out(make_service: MakeService, keeper: Keeper) -> None:
    async def scenario() -> None:
        async with fake_discord() as fake, connected(fake, make_service()):
            set_opted_out(keeper.store, keeper.keys.of(int(Player().id)), True)
            asked = await replied(fake, question=STORED)
            pressed = await fake.press(asked.reply, "👎", BYSTANDER)
            await _until(lambda: pressed.follow_ups == 1)
            assert "does not want" in pressed.bodies[-1]["content"] + str(pressed.bodies[-1]["embeds"])
            assert review_of_server(keeper.store, int(SERVER_ID)) == ()

    asyncio.run(scenario())


def test_the_buttons_of_an_old_reply_say_so(make_service: MakeService, keeper: Keeper) -> None:
    async def scenario() -> None:
        async with fake_discord() as fake, connected(fake, make_service()):
            asked = await replied(fake, question=STORED)
            shown = asked.text
            with keeper.store.writing() as session:
                session.execute(update(DiscordReply).values(expires_at=DiscordReply.created_at))
            pressed = await fake.press(asked.reply, "Español")
            await _until(lambda: pressed.follow_ups == 1)
            assert "too old" in str(pressed.bodies[-1])
            assert asked.text == shown

    asyncio.run(scenario())


def test_a_long_page_is_turned(make_service: MakeService) -> None:
    class LongWinded:
        def ask(self, question: object) -> Answer:
            del question
            says = tuple(f"Paragraph {number}. {'All of it matters. ' * 20}" for number in range(30))
            return Answer("en", "riftbound", AnswerKind.PASSAGES, None, says)

    async def scenario() -> None:
        service = make_service()
        corpus = SimpleNamespace(answering=LongWinded(), suggestions=service.corpus.suggestions)
        async with fake_discord() as fake, connected(fake, replace(service, corpus=corpus)):
            asked = await replied(fake, question="What matters?")
            assert asked.reply["embeds"][0]["footer"]["text"].startswith("1/")
            turned = await fake.press(asked.reply, "▶")
            await soon(turned.answered)
            assert asked.reply["embeds"][0]["footer"]["text"].startswith("2/")
            aside = await fake.press(asked.reply, "▶", BYSTANDER)
            await _until(lambda: aside.follow_ups == 1)
            assert aside.bodies[-1]["embeds"][0]["footer"]["text"].startswith("3/")
            back = await fake.press(asked.reply, "◀")
            await soon(back.answered)
            assert asked.reply["embeds"][0]["footer"]["text"].startswith("1/")
            assert fake.problems == []

    asyncio.run(scenario())


def test_without_the_right_to_embed_links_it_is_plain_text(make_service: MakeService) -> None:
    async def scenario() -> None:
        async with fake_discord() as fake, connected(fake, make_service()):
            player = Player(app_permissions=Player().app_permissions & ~EMBED_LINKS)
            asked = await replied(fake, player=player, question=STORED)
            assert asked.reply["embeds"] == []
            assert "Yes." in asked.reply["content"]

    asyncio.run(scenario())


def test_buttons_work_in_direct_messages_and_for_user_installs(make_service: MakeService) -> None:
    async def scenario() -> None:
        async with fake_discord() as fake, connected(fake, make_service()):
            for place in (Place.DIRECT_MESSAGE, Place.USER_INSTALL):
                player = Player(place=place)
                asked = await replied(fake, player=player, question=STORED)
                pressed = await fake.press(asked.reply, "Español", player)
                await soon(pressed.answered)
                assert "Sí." in asked.text
                assert pressed.follow_ups == 0
            assert fake.problems == []

    asyncio.run(scenario())
